#!/bin/sh
# read -p never
if [ -f x ]; then read -r -p "Go on? " answer; fi

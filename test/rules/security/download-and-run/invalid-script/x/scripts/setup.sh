#!/bin/sh
wget https://setup.example.org/i.sh
sh i.sh

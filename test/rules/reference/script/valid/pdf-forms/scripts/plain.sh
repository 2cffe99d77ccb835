echo "use read -p"

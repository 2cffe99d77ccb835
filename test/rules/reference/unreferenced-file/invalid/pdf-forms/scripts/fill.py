from helper_code import x

# For Doxygen: the head of a header, a comment for those who read the file, becomes the description of its page.
# No line is added, so that warnings name the right ones.
FNR == 2 && $0 == "" { name = FILENAME; sub(/.*\//, "", name); print "/// @file " name; in_head = 1; next }
in_head && /^#/ { in_head = 0 }
in_head && /^\/\/( |$)/ { sub(/^\/\//, "///") }
{ print }

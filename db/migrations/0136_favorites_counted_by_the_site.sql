-- The site counts a saved favorite itself, once a day for each member and item: saving and removing one in a loop filled the figures.
drop trigger count_saving on user_favorites;
drop function count_saving;

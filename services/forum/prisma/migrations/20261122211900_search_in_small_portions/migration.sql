-- Written in portions after all, which costs an eighth: of 64 kB at most, which a search reads through in passing.
ALTER INDEX "search_document_words_idx" SET (fastupdate = on, gin_pending_list_limit = 64);

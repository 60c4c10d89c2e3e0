-- CreateIndex
CREATE INDEX "post_author_id_id_idx" ON "post"("author_id", "id");

-- outside a transaction
CREATE INDEX CONCURRENTLY "report_target_author_id_section_id_status_idx" ON "report"("target_author_id", "section_id", "status");

-- CreateTable
CREATE TABLE "export_request" (
    "account_id" UUID NOT NULL,
    "export_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "export_request_pkey" PRIMARY KEY ("account_id")
);

-- AddForeignKey
ALTER TABLE "export_request" ADD CONSTRAINT "export_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "former_name" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "display_name" TEXT NOT NULL,

    CONSTRAINT "former_name_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "former_name_account_id_started_at_key" ON "former_name"("account_id", "started_at");

-- AddForeignKey
ALTER TABLE "former_name" ADD CONSTRAINT "former_name_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "member_group" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,

    CONSTRAINT "member_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "group_member" (
    "group_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "group_member_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "member_group_key_key" ON "member_group"("key");

-- CreateIndex
CREATE INDEX "group_member_group_id_time_user_id_idx" ON "group_member"("group_id", "time", "user_id");

-- CreateIndex
CREATE INDEX "group_member_user_id_idx" ON "group_member"("user_id");

-- AddForeignKey
ALTER TABLE "group_member" ADD CONSTRAINT "group_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "member_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "stream_holder" (
    "id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stream_holder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stream_seat" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "holder_id" UUID NOT NULL,

    CONSTRAINT "stream_seat_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "stream_seat_user_id_idx" ON "stream_seat"("user_id");

-- CreateIndex
CREATE INDEX "stream_seat_holder_id_idx" ON "stream_seat"("holder_id");

-- AddForeignKey
ALTER TABLE "stream_seat" ADD CONSTRAINT "stream_seat_holder_id_fkey" FOREIGN KEY ("holder_id") REFERENCES "stream_holder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

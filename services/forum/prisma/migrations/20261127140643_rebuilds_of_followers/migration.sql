-- CreateTable
CREATE TABLE "follower_rebuild" (
    "follower" TEXT NOT NULL,
    "after" UUID,

    CONSTRAINT "follower_rebuild_pkey" PRIMARY KEY ("follower")
);

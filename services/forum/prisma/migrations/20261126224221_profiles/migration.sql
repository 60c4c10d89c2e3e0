-- CreateTable
CREATE TABLE "profile" (
    "user_id" UUID NOT NULL,
    "about_source" TEXT,
    "about_html" TEXT,
    "mentioned" UUID[],
    "pronouns" TEXT,
    "tagline" TEXT,

    CONSTRAINT "profile_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "profile_mentioned_idx" ON "profile" USING GIN ("mentioned");

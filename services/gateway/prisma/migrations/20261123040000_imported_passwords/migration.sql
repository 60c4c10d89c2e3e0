-- The hashes that accounts came with from elsewhere: few, and fewer with each sign-in. Prisma has no words for this.
CREATE INDEX "account_imported_password_idx" ON "account"("password_hash") WHERE "password_hash" NOT LIKE '$argon2%';

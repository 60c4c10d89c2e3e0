-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'GrantReused';
ALTER TYPE "mail_kind" ADD VALUE 'NewSignIn';

-- AlterEnum
ALTER TYPE "TallyListing" ADD VALUE 'MemberPost';
ALTER TYPE "TallyListing" ADD VALUE 'MemberThread';
ALTER TYPE "TallyListing" ADD VALUE 'DeletedMemberPost';

export const POSTS_PER_PAGE = 20
export const THREADS_PER_PAGE = 30

/** A query of the forum's tables that has rows while one of its followers is behind what was written. */
export const unfollowed = (follower: 'search' | 'notifications' | 'pictures'): string => `
  SELECT FROM new_change
  UNION ALL SELECT FROM change WHERE number > coalesce((SELECT place FROM follower WHERE name = '${follower}'), 0)
  LIMIT 1`

/** Queues subjects for indexing in the statement that changes them; `subjects` is a query of ids. */
export const dueSql = (subjects: string) => `
    INSERT INTO search_due (subject_id) ${subjects}`

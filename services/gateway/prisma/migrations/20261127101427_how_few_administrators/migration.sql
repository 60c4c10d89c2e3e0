-- The planner is to know that next to no account is one: who holds a role is read all the time.
ANALYZE "account"("administrator_since");

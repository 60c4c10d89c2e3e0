const RUNBOOKS = 'https://github.com/agora-community/agora/blob/main/docs/runbooks.md'

/** Where an alert's runbook is, for the links that Alertmanager and Grafana make of it. */
export const runbookOf = (alert: string): string => `${RUNBOOKS}#${alert.toLowerCase()}`

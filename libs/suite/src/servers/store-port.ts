const usual: Readonly<Record<string, number>> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'redis-sentinel:': 26_379,
  'rediss-sentinel:': 26_379,
  'nats:': 4222,
  'tls:': 4222,
  'smtp:': 587,
  'smtps:': 465,
  'http:': 80,
  'https:': 443,
  's3:': 443,
}

/** The port of a store's address, by its scheme where it names none; undefined for a scheme of no store. */
export const portOf = ({ port, protocol }: URL): number | undefined => Number(port) || usual[protocol]

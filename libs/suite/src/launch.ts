import { type ServiceName, services } from '@agora/shared/contracts/services'
import { migrateAll } from './databases.ts'
import { type Deployment, urlOf } from './deployment.ts'
import { freePort } from './servers/ports.ts'
import { ServiceProcess } from './service-process.ts'

export interface LaunchOptions {
  deployment: Deployment
  /** Folder of the log files. */
  logs: string
  /** Only these; all of them where it is left out. */
  only?: readonly ServiceName[]
  /** False where the databases are known to be up to date. */
  migrations?: boolean
  /** The folder of another version, built, which processes run until they are restarted. */
  upgradesFrom?: string | undefined
  /** Has services that end unasked started again; told about each. */
  supervise?: (line: string) => void
  /** Gives up waiting for the services. */
  signal?: AbortSignal
}

export type Processes = Record<ServiceName, readonly ServiceProcess[]>

export interface Launched {
  /** The gateway's first replica. */
  url: string
  processes: Processes
  /** Ends all of them cleanly, the gateway first, so that nobody is turned away in the middle. */
  stop(): Promise<void>
  /** Ends all of them at once, as a power cut would. */
  kill(): Promise<void>
}

/** Free ports for each replica of these services (one by default); none for the others. */
export async function freePorts(
  deployed: readonly ServiceName[],
  replicas: Partial<Record<ServiceName, number>> = {},
): Promise<Record<ServiceName, number[]>> {
  const ports = {} as Record<ServiceName, number[]>
  for (const service of services) {
    ports[service] = []
    const count = deployed.includes(service) ? (replicas[service] ?? 1) : 0
    for (let replica = 0; replica < count; replica++) ports[service].push(await freePort())
  }
  return ports
}

/** Migrates, starts every process of the deployment and waits until each is ready; leaves nothing behind if it throws. */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const { deployment, logs, only = services, migrations = true, upgradesFrom, supervise, signal } = options
  if (migrations) await migrateAll(deployment.databaseUrls, only)
  const processes = Object.fromEntries(
    services.map((service) => [
      service,
      only.includes(service)
        ? deployment.ports[service].map(
            (_, replica) => new ServiceProcess({ deployment, service, replica, logs, upgradesFrom }),
          )
        : [],
    ]),
  ) as unknown as Processes

  const all = services.flatMap((service) => processes[service])
  const behind = all.filter(({ service }) => service !== 'gateway')
  const launched: Launched = {
    url: urlOf(deployment.host, deployment.ports.gateway[0] ?? 0),
    processes,
    stop: async () => {
      await Promise.all(processes.gateway.map((process) => process.stop()))
      await Promise.all(behind.map((process) => process.stop()))
    },
    kill: async () => {
      await Promise.all(all.map((process) => process.kill()))
    },
  }
  try {
    await Promise.all(all.map((process) => process.start(signal)))
  } catch (error) {
    await launched.kill()
    throw error
  }
  if (supervise) for (const process of all) void superviseOne(process, supervise)
  return launched
}

async function superviseOne(process: ServiceProcess, tell: (line: string) => void): Promise<void> {
  try {
    await process.supervise(tell)
  } catch (error) {
    tell(`${process.name} cannot be started again: ${String(error)}`)
  }
}

// Loaded into a process of its own before anything else: lets it ask the DNS server at TEST_DNS instead of the system's.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

const server = process.env.TEST_DNS

class Resolver extends dns.Resolver {
  constructor(options) {
    super(options)
    this.setServers([server])
  }
}

const system = dns.lookup
const patient = new Resolver({ timeout: 5_000, tries: 2 })

function lookup(host, options, found) {
  if (!host.endsWith('.example')) return system(host, options, found)
  patient.resolve4(host, (error, addresses = []) => {
    if (error) return found(Object.assign(error, { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }))
    const all = addresses.map((address) => ({ address, family: 4 }))
    if (options.all) found(null, all)
    else found(null, all[0].address, 4)
  })
}

Object.assign(dns, { lookup, Resolver })
syncBuiltinESMExports()

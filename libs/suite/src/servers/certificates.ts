import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** PEM files for servers on this machine. */
export interface Certificates {
  /** The authority that signed the server's certificate, which clients must trust. */
  authority: string
  certificate: string
  key: string
}

const run = promisify(execFile)

/**
 * Creates an authority and a certificate for `localhost` and 127.0.0.1 with the system's openssl; both are valid for a
 * day.
 */
export async function makeCertificates(folder: string): Promise<Certificates> {
  mkdirSync(folder, { recursive: true })
  const file = (name: string) => path.join(folder, name)
  const files = { authority: file('authority.pem'), certificate: file('server.pem'), key: file('server.key') }
  const authorityKey = file('authority.key')
  const openssl = (...args: string[]) => run('openssl', args)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = file('names.cnf')
  writeFileSync(names, 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
  await openssl(
    ...['req', '-x509', '-days', '1', '-subj', '/CN=authority', ...newKey],
    ...['-keyout', authorityKey, '-out', files.authority],
  )
  const request = file('server.csr')
  await openssl('req', '-subj', '/CN=localhost', ...newKey, '-keyout', files.key, '-out', request)
  await openssl(
    ...['x509', '-req', '-days', '1', '-in', request, '-extfile', names, '-CAcreateserial'],
    ...['-CA', files.authority, '-CAkey', authorityKey, '-out', files.certificate],
  )
  return files
}

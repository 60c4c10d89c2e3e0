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

interface CertificateOptions {
  /** For whom, as OpenSSL words it. */
  names?: string
  /** Has the same authority. */
  like?: Certificates
}

/**
 * Creates an authority and a certificate for `localhost` and 127.0.0.1 with the system's openssl; both are valid for a
 * day.
 */
export async function makeCertificates(
  folder: string,
  { names = 'DNS:localhost,IP:127.0.0.1', like }: CertificateOptions = {},
): Promise<Certificates> {
  mkdirSync(folder, { recursive: true })
  const file = (name: string) => path.join(folder, name)
  const authority = like?.authority ?? file('authority.pem')
  const authorityKey = authority.replace(/pem$/, 'key')
  const files = { authority, certificate: file('server.pem'), key: file('server.key') }
  const openssl = (...args: string[]) => run('openssl', args)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const extensions = file('names.cnf')
  writeFileSync(extensions, `subjectAltName=${names}\n`)
  if (!like)
    await openssl(
      ...['req', '-x509', '-days', '1', '-subj', '/CN=authority', ...newKey],
      ...['-keyout', authorityKey, '-out', authority],
    )
  const request = file('server.csr')
  await openssl('req', '-subj', '/CN=server', ...newKey, '-keyout', files.key, '-out', request)
  await openssl(
    ...['x509', '-req', '-days', '1', '-in', request, '-extfile', extensions, '-CAcreateserial'],
    ...['-CA', authority, '-CAkey', authorityKey, '-out', files.certificate],
  )
  return files
}

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from '../debian.ts'
import type { Identity } from './certificates.ts'

const run = promisify(execFile)

/**
 * Debian's xmlsec1, a third implementation: it shares no code with the client or the simulator, and other participants sign
 * with it.
 */
export interface Xmlsec {
  /** Signs each document in BACEN's form. */
  sign(documents: string[]): Promise<string[]>
  /** Whether it accepts each of them. */
  verify(documents: string[]): Promise<boolean[]>
  close(): Promise<void>
}

/** Documents per call. */
const BATCH = 100
const KEY_INFO = ['--id-attr:Id', 'http://www.w3.org/2000/09/xmldsig#:KeyInfo']
/** The key is the one it was started with, whatever a document names or contains. */
const NO_OTHER_KEY = ['--enabled-key-data', 'key-name']

export async function createXmlsec(
  { certificate, key }: Identity,
  name: { issuer: string; serial: string },
): Promise<Xmlsec> {
  await installed(['/usr/bin/xmlsec1'], ['xmlsec1'])
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-xmlsec-'))
  const file = (suffix: string) => join(folder, suffix)
  await writeFile(file('key.pem'), key, { mode: 0o600 })
  await writeFile(file('certificate.pem'), certificate)
  const begun = /<[\w:]+[^<>?]*>/

  async function sign(document: string, each: number): Promise<string> {
    const [asked, signed] = [file(`${each}.asked.xml`), file(`${each}.signed.xml`)]
    await writeFile(
      asked,
      document.replace(begun, (root) => root + template(name)),
    )
    const options = ['sign', '--privkey-pem', file('key.pem'), ...KEY_INFO, ...NO_OTHER_KEY, '--output', signed, asked]
    await run('/usr/bin/xmlsec1', options)
    return readFile(signed, 'utf8')
  }

  /** Whether it accepts the first so many. It stops at the first rejection. */
  async function verify(files: string[]): Promise<boolean[]> {
    const options = ['verify', '--pubkey-cert-pem', file('certificate.pem'), ...KEY_INFO, ...NO_OTHER_KEY, ...files]
    const { stdout, stderr } = await run('/usr/bin/xmlsec1', options, { maxBuffer: 1 << 26 }).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    const verdicts = `${stdout}\n${stderr}`.split('\n').filter((line) => line === 'OK' || line === 'FAIL')
    if (verdicts.length === 0) throw new Error(`xmlsec1 has not judged ${files[0]}:\n${stderr}`)
    return verdicts.map((line) => line === 'OK')
  }

  return {
    async sign(documents) {
      const signed: string[] = []
      for (const [each, document] of documents.entries()) signed.push(await sign(document, each))
      return signed
    },
    async verify(documents) {
      const files = documents.map((_, each) => file(`${each}.xml`))
      await Promise.all(files.map((path, each) => writeFile(path, documents[each]!)))
      const verdicts: boolean[] = []
      while (verdicts.length < files.length) {
        verdicts.push(...(await verify(files.slice(verdicts.length, verdicts.length + BATCH))))
      }
      return verdicts
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The signature template of BACEN's example, written independently of the other two. */
const template = ({ issuer, serial }: { issuer: string; serial: string }) => `
  <ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
    <ds:SignedInfo>
      <ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>
      <ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>
      <ds:Reference URI="#id-of-key-info">
        <ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms>
        <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue/>
      </ds:Reference>
      <ds:Reference URI="">
        <ds:Transforms>
          <ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>
          <ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>
        </ds:Transforms>
        <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue/>
      </ds:Reference>
    </ds:SignedInfo>
    <ds:SignatureValue/>
    <ds:KeyInfo Id="id-of-key-info"><ds:X509Data><ds:X509IssuerSerial>
      <ds:X509IssuerName>${issuer}</ds:X509IssuerName><ds:X509SerialNumber>${serial}</ds:X509SerialNumber>
    </ds:X509IssuerSerial></ds:X509Data></ds:KeyInfo>
  </ds:Signature>`

import { verify, X509Certificate } from 'node:crypto'
import { createRequire } from 'node:module'
import type * as Pkcs11 from 'pkcs11js'

/**
 * The child process that has the token open. Vendor libraries may block, hang and crash, which must not affect the
 * gateway: it kills this process and starts another. So this process handles no failure itself: it reports the error
 * and exits.
 */
export interface Pkcs11SessionOptions {
  /** Path of the vendor's PKCS #11 library. */
  module: string
  /** Label of the token. */
  token: string
  pin: string
  /** PEM. Their keys are found in the token by modulus, so that no labels have to be agreed. */
  certificates: string[]
}

export type Pkcs11Request = { opening: Pkcs11SessionOptions } | { id: number; key: number; text: string }

/** `final`: another attempt with the same PIN could lock the token. */
export type Pkcs11Message =
  | { opened: true }
  | { refused: string; final: boolean }
  | { id: number; signature: Uint8Array }

class Pkcs11Error extends Error {
  readonly final: boolean

  constructor(reason: string, { final = false, cause }: { final?: boolean; cause?: unknown } = {}) {
    super(reason, { cause })
    this.final = final
  }
}

type Sign = (text: string) => Buffer

const PROBE = 'an unexpected signature'

let keys: Sign[] = []

process.on('message', (asked: Pkcs11Request) => {
  try {
    if ('opening' in asked) {
      keys = openToken(asked.opening)
      say({ opened: true })
    } else {
      say({ id: asked.id, signature: keys[asked.key]!(asked.text) })
    }
  } catch (error) {
    const refusal = error instanceof Pkcs11Error ? error : new Pkcs11Error(nameOf(error))
    say({ refused: refusal.message, final: refusal.final }, () => process.exit(1))
  }
})
process.on('disconnect', () => process.exit(0))
// A shutdown often signals the whole process group, and requests in progress still need signatures.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})

function say(said: Pkcs11Message, then: () => void = () => {}): void {
  process.send!(said, then)
}

function openToken({ module, token, pin, certificates }: Pkcs11SessionOptions): Sign[] {
  const pkcs11 = loadBinding()
  const library = loadLibrary(pkcs11, module)
  const session = library.C_OpenSession(slotOf(library, token), pkcs11.CKF_SERIAL_SESSION)
  logIn(pkcs11, library, session, token, pin)
  return certificates.map((pem) => openKey(pkcs11, library, session, new X509Certificate(pem)))
}

function loadBinding(): typeof Pkcs11 {
  try {
    return createRequire(import.meta.url)('pkcs11js') as typeof Pkcs11
  } catch (cause) {
    throw new Pkcs11Error('pkcs11js is not built; run `npm run build:pkcs11`', { cause })
  }
}

function loadLibrary(pkcs11: typeof Pkcs11, path: string): Pkcs11.PKCS11 {
  const library = new pkcs11.PKCS11()
  try {
    library.load(path)
  } catch (cause) {
    throw new Pkcs11Error(`DICT_PKCS11_MODULE cannot be loaded: ${path}`, { cause })
  }
  library.C_Initialize()
  return library
}

function slotOf(library: Pkcs11.PKCS11, token: string): Buffer {
  const slots = library.C_GetSlotList(true).map((slot) => ({ slot, label: library.C_GetTokenInfo(slot).label.trim() }))
  const found = slots.filter(({ label }) => label === token)
  if (found.length === 1) return found[0]!.slot
  const labels = slots.map(({ label }) => JSON.stringify(label)).join(', ')
  throw new Pkcs11Error(
    `${found.length} tokens are labelled ${JSON.stringify(token)}; the library shows ${labels || 'none'}`,
  )
}

function logIn(pkcs11: typeof Pkcs11, library: Pkcs11.PKCS11, session: Buffer, token: string, pin: string): void {
  try {
    library.C_Login(session, pkcs11.CKU_USER, pin)
  } catch (cause) {
    const name = nameOf(cause)
    throw new Pkcs11Error(`the token ${JSON.stringify(token)} does not take DICT_PKCS11_PIN (${name})`, {
      final: name.startsWith('CKR_PIN_'),
      cause,
    })
  }
}

/** Tests the key at once: a key that may not sign, or signs in another way, must fail the start. */
function openKey(
  pkcs11: typeof Pkcs11,
  library: Pkcs11.PKCS11,
  session: Buffer,
  { publicKey, serialNumber }: X509Certificate,
): Sign {
  const modulus = Buffer.from(publicKey.export({ format: 'jwk' }).n ?? '', 'base64url')
  library.C_FindObjectsInit(session, [
    { type: pkcs11.CKA_CLASS, value: pkcs11.CKO_PRIVATE_KEY },
    { type: pkcs11.CKA_MODULUS, value: modulus },
  ])
  const [key] = library.C_FindObjects(session, 1)
  library.C_FindObjectsFinal(session)
  if (!key || modulus.length === 0) {
    throw new Pkcs11Error(
      `no private key in the token belongs to the signing certificate with serial number ${serialNumber}`,
    )
  }
  const sign = (text: string) => {
    library.C_SignInit(session, { mechanism: pkcs11.CKM_SHA256_RSA_PKCS }, key)
    return library.C_Sign(session, Buffer.from(text), Buffer.alloc(modulus.length))
  }
  if (verify('sha256', Buffer.from(PROBE), publicKey, sign(PROBE))) return sign
  throw new Pkcs11Error(
    `the key of the certificate with serial number ${serialNumber} does not sign as RSA with SHA-256`,
  )
}

/**
 * The PKCS #11 name of the error, such as CKR_DEVICE_REMOVED. Vendor messages are omitted, because they may contain
 * anything.
 */
function nameOf(error: unknown): string {
  return /CKR_\w+/.exec(String(error))?.[0] ?? 'the PKCS #11 library failed'
}

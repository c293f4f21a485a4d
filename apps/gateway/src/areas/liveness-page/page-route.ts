import type { FastifyReply, FastifyRequest } from 'fastify'
import { scopeOfUser } from '../../http/scope/scope.ts'
import { runInScope, type TransactionDeps, type Tx } from '../../http/transaction.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { Log } from '../../platform/observability/log.ts'
import { hasConsented } from '../onboarding/consents/liveness-consent.ts'
import type { LivenessAddresses, LivenessKey } from '../onboarding/liveness/address.ts'
import { assertServed, type OpenedAddress, openAddress } from '../onboarding/liveness/open-address.ts'
import type { FileServices } from '../storage/keep-file.ts'
import { PageRefusal } from './page-rejection.ts'
import type { LivenessPages } from './render-page.ts'
import type { livenessPageSettings } from './settings.ts'

/** Dependencies of the page's routes. */
export interface PageServices extends TransactionDeps, FileServices {
  log: Log
  livenessAddresses: LivenessAddresses
  settings: FileServices['settings'] & Settings<typeof livenessPageSettings>
}

/** A request with a token that the gateway issued. The route's work looks up whether the address is still valid. */
export interface PageCall {
  key: LivenessKey
  request: FastifyRequest
  reply: FastifyReply
  pages: LivenessPages
}

/** A route below the address. It is no API operation: the address is the only credential. */
export interface PageRoute {
  name: string
  method: 'GET' | 'PUT' | 'POST'
  /** The path after the address. */
  path: '' | `/${string}`
  /** Whether the body is streamed, without the time limit of other requests. */
  streams?: boolean
  /** Returns undefined when the address is no longer valid; the response is then the common not-found page. */
  work(call: PageCall, services: PageServices): Promise<unknown>
}

/**
 * Work on what an address leads to, as the user whose it is and no other. It commits nothing after the revocation of that user, of the
 * product or of the grant was acknowledged: it throws an error that `isScopeMoved` recognises.
 */
export function runForAddress<T>(services: TransactionDeps, { key, request }: PageCall, work: (tx: Tx) => Promise<T>) {
  const closing = () => [assertServed(key.user_id, key.onboarding_id)]
  return runInScope(services, scopeOfUser(key.user_id), request.id, work, { closing })
}

/**
 * The record of an address, with the video of the upload. Throws when that video is unusable and must be recorded
 * again.
 */
export async function findOpened(
  tx: Tx,
  key: LivenessKey,
  upload_id?: string,
  open: typeof openAddress = openAddress,
): Promise<OpenedAddress | undefined> {
  const opened = await open(tx, key, upload_id)
  if (opened?.video?.state === 'FAILED') throw new PageRefusal(422, 'VIDEO_UNUSABLE')
  return opened
}

/** Like `findOpened`, for requests that contain the person's face: rejected until the person's consent is recorded. */
export async function findConsented(tx: Tx, key: LivenessKey, upload_id: string): Promise<OpenedAddress | undefined> {
  const [opened, consented] = await Promise.all([findOpened(tx, key, upload_id), hasConsented(tx, key)])
  if (opened && !opened.video && !consented) throw new PageRefusal(409, 'CONSENT_MISSING')
  return opened
}

/**
 * Validates the input of the request. A malformed request is reported only to a client whose address is valid;
 * otherwise it returns undefined.
 */
export async function readFor<T>(
  services: PageServices,
  call: PageCall,
  read: (request: FastifyRequest) => T,
): Promise<T | undefined> {
  try {
    return read(call.request)
  } catch (refusal) {
    if (await runForAddress(services, call, (tx) => findOpened(tx, call.key))) throw refusal
    return undefined
  }
}

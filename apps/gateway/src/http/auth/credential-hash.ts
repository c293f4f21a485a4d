import { hash } from 'node:crypto'

/** The hash by which a process remembers a credential, so that a memory dump reveals none. */
export const hashOf = (credential: string) => hash('sha256', credential, 'base64url')

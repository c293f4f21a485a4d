import { hash } from 'node:crypto'

/** By which a process remembers a credential: a dump of its memory gives away none. */
export const hashOf = (credential: string) => hash('sha256', credential, 'base64url')

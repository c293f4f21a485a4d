/** OIDC settings of the users' issuer, from the gateway. */
export interface PortalIssuer {
  issuer: string
  client_id: string
  scope: string
  audience: string
  authorization_endpoint: string
  token_endpoint: string
  end_session_endpoint?: string
}

let asked: Promise<PortalIssuer> | undefined

/** Loaded once. A failure is not cached. */
export function findIssuer(): Promise<PortalIssuer> {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

async function ask(): Promise<PortalIssuer> {
  const response = await fetch(`${import.meta.env.BASE_URL}log-in.json`, { cache: 'no-store' })
  if (!response.ok) throw new LogInFailed('ISSUER_SILENT')
  return (await response.json()) as PortalIssuer
}

/** Why the login failed: one of a few codes, each with its own text. */
export type LoginFailure = 'ISSUER_SILENT' | 'NOT_BEGUN_HERE' | 'NOT_BELIEVED' | 'REFUSED'

export class LogInFailed extends Error {
  readonly why: LoginFailure
  constructor(why: LoginFailure) {
    super(why)
    this.name = 'LogInFailed'
    this.why = why
  }
}

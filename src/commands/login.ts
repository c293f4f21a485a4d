import type { Command } from 'commander'
import { initiateDeviceAuthorization, pollDeviceAuthorizationGrant, tokenRevocation } from 'openid-client'
import { readSettings, type Settings } from '../base/config/settings.ts'
import { peopleSettings } from '../desk/people/settings.ts'
import { discover, expiryOf } from './current-login.ts'
import { readDesk } from './desk.ts'
import { forgetLogin, keepLogin, readLogin } from './login-store.ts'
import { show } from './show.ts'

const SCOPE = 'openid profile offline_access'

/** What this machine has to know to log somebody in at the desk: the same names as the desk's own settings. */
export const loginSettings = {
  DESK_URL: peopleSettings.DESK_URL,
  DESK_OIDC_ISSUER: peopleSettings.DESK_OIDC_ISSUER,
  DESK_CLI_CLIENT_ID: { ...peopleSettings.DESK_CLI_CLIENT_ID, default: 'eclusa-cli' },
  DESK_AUDIENCE: peopleSettings.DESK_AUDIENCE,
}

/** Who works at the desk from a terminal logs in as they do in a browser, by a code that is typed there. */
export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .description("log in at the desk by the institution's issuer (DESK_URL, DESK_OIDC_ISSUER)")
    .action(async function (this: Command) {
      await logIn(readSettings(loginSettings, process.env), (line) => void process.stderr.write(`${line}\n`))
      show(this, await readDesk('/v1/me'))
    })

  program
    .command('logout')
    .description('end that: the issuer is told, and nothing of it stays on this machine')
    .action(async function (this: Command) {
      const login = await readLogin()
      await forgetLogin()
      if (login?.refresh_token !== undefined) {
        const issuer = await discover(login.issuer, login.client_id)
        if (issuer.serverMetadata().revocation_endpoint) await tokenRevocation(issuer, login.refresh_token)
      }
      show(this, { logged_in: false })
    })

  program
    .command('whoami')
    .description('who you are at the desk, and what you may do')
    .action(async function (this: Command) {
      show(this, await readDesk('/v1/me'))
    })
}

async function logIn(settings: Settings<typeof loginSettings>, say: (line: string) => void): Promise<void> {
  const { DESK_URL: desk_url, DESK_OIDC_ISSUER: issuer, DESK_AUDIENCE: audience } = settings
  const client_id = settings.DESK_CLI_CLIENT_ID!
  const configuration = await discover(issuer, client_id)
  // RFC 8707; issuers that do not know it give tokens for the audience that the client was set up with.
  const asked = { scope: SCOPE, ...(audience !== undefined && { resource: audience }) }
  const begun = await initiateDeviceAuthorization(configuration, asked)
  say(`Open ${begun.verification_uri_complete ?? begun.verification_uri} and confirm the code ${begun.user_code}.`)
  const tokens = await pollDeviceAuthorizationGrant(configuration, begun)
  const { access_token, refresh_token } = tokens
  const expires_at = expiryOf(tokens.expiresIn())
  await keepLogin({ desk_url, issuer, client_id, access_token, expires_at, ...(refresh_token && { refresh_token }) })
}

import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { initiateDeviceAuthorization, pollDeviceAuthorizationGrant, tokenRevocation } from 'openid-client'
import { peopleSettings } from '../backoffice/auth/settings.ts'
import { readSettings, type Settings } from '../platform/config/settings.ts'
import { readDesk } from './backoffice.ts'
import { logInByBrowser } from './client/browser-login.ts'
import { claimsOf, whoAtGateway } from './client/client-options.ts'
import { gatewayUrl } from './client/connection.ts'
import { Misunderstood } from './client/error-messages.ts'
import { remark } from './client/print.ts'
import { forgetLogin, keepLogin, lastGateway, readLogin } from './login-store.ts'
import { discover, expiryOf } from './renew-login.ts'
import { show } from './show.ts'

const SCOPE = 'openid profile offline_access'

/** Settings for a login at the backoffice, with the names of the backoffice's own settings. */
export const loginSettings = {
  DESK_URL: peopleSettings.DESK_URL,
  DESK_OIDC_ISSUER: peopleSettings.DESK_OIDC_ISSUER,
  DESK_CLI_CLIENT_ID: { ...peopleSettings.DESK_CLI_CLIENT_ID, default: 'eclusa-cli' },
  DESK_AUDIENCE: peopleSettings.DESK_AUDIENCE,
}

interface LoginTarget {
  desk?: boolean
  api?: boolean
}

/** Additional requirements for the login, beside the identity. */
interface Again {
  fresh?: boolean | undefined
  acr?: string | undefined
}

/** The chosen address. */
const at = (command: Command) =>
  command
    .option('--api', 'as an integrator at a gateway (ECLUSA_URL); meant where only that is set')
    .option('--desk', 'as a backoffice user, by its issuer (DESK_URL, DESK_OIDC_ISSUER)')

/** Login commands. Integrators log in at a gateway by browser, staff at the backoffice by a code. */
export function addLoginCommands(program: Command): void {
  at(program.command('login'))
    .description('log in: integrators at a gateway, staff of the institution at the backoffice')
    .argument('[gateway]', 'its address; later commands use it, unless ECLUSA_URL is set')
    .option('--token <token>', 'keep this platform token for the gateway instead; - reads it from standard input')
    .option('--no-browser', 'print the address only')
    .option('--fresh', 'backoffice: log in again at the identity provider, as approvals and API keys may require')
    .option(
      '--acr <classes>',
      'backoffice: authentication classes to request from the identity provider, as the backoffice lists them',
    )
    .action(async function (this: Command, address?: string) {
      const { token, browser, fresh, acr, ...place } = this.opts<
        LoginTarget & Again & { token?: string; browser: boolean }
      >()
      if (address === undefined && (await isDesk(place))) {
        await logInAtDesk(readSettings(loginSettings, process.env), { fresh, acr })
        return show(this, await readDesk('/v1/me'))
      }
      if (address !== undefined) process.env['ECLUSA_URL'] = address
      const url = await gatewayUrl()
      const login = token === undefined ? await logInByBrowser(url, remark, browser) : readToken(token)
      await keepLogin(url, login, { isGateway: true })
      show(this, await whoAtGateway())
    })

  at(program.command('logout'))
    .description('log out: revokes the login at the issuer, and deletes it from this machine')
    .action(async function (this: Command) {
      const url = (await isDesk(this.opts<LoginTarget>()))
        ? readSettings(loginSettings, process.env).DESK_URL
        : await gatewayUrl()
      const login = await readLogin(url)
      await forgetLogin(url)
      if (login?.refresh_token !== undefined && login.issuer !== undefined && login.client_id !== undefined) {
        const issuer = await discover(login.issuer, login.client_id)
        if (issuer.serverMetadata().revocation_endpoint) await tokenRevocation(issuer, login.refresh_token)
      }
      show(this, { logged_in: false })
    })

  at(program.command('whoami'))
    .description('your identity and your roles there')
    .action(async function (this: Command) {
      show(this, (await isDesk(this.opts<LoginTarget>())) ? await readDesk('/v1/me') : await whoAtGateway())
    })
}

/** Decides by options, then by settings. With both settings an option is required. */
async function isDesk({ desk, api }: LoginTarget): Promise<boolean> {
  if (desk && api) throw new Misunderstood('use --desk or --api, not both')
  if (desk || api) return desk === true
  const { DESK_URL, DESK_URL_FILE, ECLUSA_URL, ECLUSA_URL_FILE } = process.env
  const hasDesk = (DESK_URL ?? DESK_URL_FILE) !== undefined
  const hasGateway = (ECLUSA_URL ?? ECLUSA_URL_FILE) !== undefined
  if (hasDesk && hasGateway) throw new Misunderstood('DESK_URL and ECLUSA_URL are both set: use --desk or --api')
  if (!hasDesk && !hasGateway && (await lastGateway()) === undefined)
    throw new Misunderstood('address missing: eclusa login <address of a gateway>, or set ECLUSA_URL or DESK_URL')
  return hasDesk
}

function readToken(given: string) {
  const access_token = (given === '-' ? readFileSync(0, 'utf8') : given).trim()
  const { exp } = claimsOf(access_token)
  // A token without an expiry is used until it is rejected.
  return { access_token, expires_at: typeof exp === 'number' ? exp * 1000 : Number.MAX_SAFE_INTEGER }
}

async function logInAtDesk(settings: Settings<typeof loginSettings>, { fresh, acr }: Again): Promise<void> {
  const { DESK_URL, DESK_OIDC_ISSUER: issuer, DESK_AUDIENCE: audience } = settings
  const client_id = settings.DESK_CLI_CLIENT_ID!
  const configuration = await discover(issuer, client_id)
  // RFC 8707. Issuers without support return tokens for the audience configured for the client.
  const asked = {
    scope: SCOPE,
    ...(audience !== undefined && { resource: audience }),
    ...(fresh && { prompt: 'login' }),
    ...(acr !== undefined && { acr_values: acr }),
  }
  const begun = await initiateDeviceAuthorization(configuration, asked)
  remark(`Open ${begun.verification_uri_complete ?? begun.verification_uri} and confirm the code ${begun.user_code}.`)
  const tokens = await pollDeviceAuthorizationGrant(configuration, begun)
  const { access_token, refresh_token } = tokens
  const expires_at = expiryOf(tokens.expiresIn())
  await keepLogin(DESK_URL, { issuer, client_id, access_token, expires_at, ...(refresh_token && { refresh_token }) })
}

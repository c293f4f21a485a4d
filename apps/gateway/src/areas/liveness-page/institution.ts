import { readFileSync, statSync } from 'node:fs'
import type { Settings } from '../../platform/config/settings.ts'
import { createStaticAsset, type StaticAsset } from '../../platform/http/static-asset.ts'
import type { Language, Text } from '../../platform/language.ts'
import { ASSETS_PATH } from './assets.ts'
import type { livenessPageSettings } from './settings.ts'
import { texts } from './texts.ts'

const LOGO_BYTES_MAX = 200_000
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

type InstitutionSettings = Settings<typeof livenessPageSettings>

/** The institution that requests the video, as the page shows it. */
export interface Institution {
  name: Text
  logo: Logo | undefined
  /** Label and value of each configured fact, as HTML. */
  facts: (language: Language) => string
}
export interface Logo extends StaticAsset {
  /** Contains the hash of the file, so that a new logo has a new address. */
  path: string
}

/** A test installation may have an institution without a name. */
export function readInstitution(settings: InstitutionSettings): Institution {
  const { INSTITUTION_NAME: named, INSTITUTION_LOGO_PATH: path } = settings
  return {
    name: named === undefined ? texts.institution_unnamed : { 'pt-BR': named, 'en-US': named },
    logo: path === undefined ? undefined : readLogo(path),
    facts: (language) =>
      factsOf(settings, language)
        .filter(([, value]) => value)
        .map(([word, value]) => `<div><dt data-consent>${word[language]}</dt><dd data-consent>${value}</dd></div>`)
        .join(''),
  }
}

function factsOf(settings: InstitutionSettings, language: Language): [Text, string | undefined][] {
  const portuguese = language === 'pt-BR'
  const { INSTITUTION_PURPOSE_PT_BR, INSTITUTION_PURPOSE_EN_US } = settings
  const { INSTITUTION_RETENTION_PT_BR, INSTITUTION_RETENTION_EN_US } = settings
  return [
    [texts.institution_purpose, escapeHtml(portuguese ? INSTITUTION_PURPOSE_PT_BR : INSTITUTION_PURPOSE_EN_US)],
    [texts.institution_retention, escapeHtml(portuguese ? INSTITUTION_RETENTION_PT_BR : INSTITUTION_RETENTION_EN_US)],
    [texts.institution_contact, contactHtml(settings.INSTITUTION_CONTACT)],
    [texts.institution_privacy, contactHtml(settings.INSTITUTION_PRIVACY_CONTACT)],
  ]
}

/** Makes a link when the text is one address or number that a phone can open. */
function contactHtml(contact: string | undefined): string | undefined {
  const shown = escapeHtml(contact)
  const href = contact === undefined ? undefined : addressOf(contact)
  return href === undefined ? shown : `<a href="${escapeHtml(href)}" rel="noreferrer">${shown}</a>`
}

function addressOf(contact: string): string | undefined {
  if (/^https:\/\/\S+$/.test(contact)) return contact
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(contact)) return `mailto:${contact}`
  return /^\+?[\d ().-]{8,}$/.test(contact) ? `tel:${contact.replace(/[^\d+]/g, '')}` : undefined
}

/** Read when the process starts, so that a wrong path fails the start instead of a page. */
function readLogo(path: string): Logo {
  const still = createStaticAsset(...logoFile(path))
  return { ...still, path: `${ASSETS_PATH}/${still.hash.slice(0, 12)}/logo` }
}

function logoFile(path: string): [type: string, bytes: Buffer] {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOGO_BYTES_MAX)
    throw new Error(`INSTITUTION_LOGO_PATH: the file is larger than ${LOGO_BYTES_MAX} bytes`)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`INSTITUTION_LOGO_PATH: the file cannot be read (${code})`, { cause: error })
  }
  if (bytes.subarray(0, PNG.length).equals(PNG)) return ['image/png', bytes]
  // Inside an <img> an SVG runs no script, and the page's security policy forbids scripts when the SVG is opened
  // directly.
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?<svg[\s>]/.test(bytes.toString('utf8')))
    return ['image/svg+xml', bytes]
  throw new Error('INSTITUTION_LOGO_PATH: the file is neither a PNG nor an SVG')
}

export function escapeHtml(text: string): string
export function escapeHtml(text: string | undefined): string | undefined
export function escapeHtml(text: string | undefined): string | undefined {
  return text?.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

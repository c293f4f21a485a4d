import { type Language, languages } from '../../platform/language.ts'
import { VIDEO_BYTES_MAX } from '../onboarding/liveness/video.ts'
import { ASSETS_PATH, ASSETS_VERSION, readPageFile } from './assets.ts'
import { type ConsentText, readConsentText } from './consent-text.ts'
import { escapeHtml, type Institution } from './institution.ts'
import { PART_BYTES } from './read-request.ts'
import { texts, type Word } from './texts.ts'

type Values = Record<string, string | number>
type Rendered = Record<Language, string>

/** All pages in one language. Each page names the institution, and is the same for every reader of that language. */
export interface LivenessPages {
  page: Rendered
  /** The common not-found page for every invalid address, whatever the reason. */
  nothing: Rendered
  /** The video was received already. */
  sent: Rendered
  over: Rendered
  busy: Rendered
  /** The consent text of the page, in each language. */
  consents: ConsentText[]
}

const BROKEN_LINK = 'M27 37 37 27m-9.5-2 3-3a6.5 6.5 0 0 1 9.2 9.2l-3 3m-9.4-4.4-3 3a6.5 6.5 0 0 0 9.2 9.2l3-3'
const TICK = 'm20 33 8.5 8.5L45 24'

/** Rendered once, when the process starts. */
export function renderPages(institution: Institution): LivenessPages {
  const plain = (heading: Word, lead: Word, icon: string) =>
    byLanguage((language) => {
      const values = common(institution, language)
      return fill(readPageFile('plain.html').toString(), {
        ...values,
        heading: values[heading]!,
        lead: values[lead]!,
        icon,
      })
    })
  const page = (language: Language, consent_sha256: string) =>
    fill(readPageFile('page.html').toString(), {
      ...common(institution, language),
      part_bytes: PART_BYTES,
      bytes_max: VIDEO_BYTES_MAX,
      consent_sha256,
    })
  const consents = byLanguage((language) => readConsentText(page(language, ''), language))
  return {
    page: byLanguage((language) => page(language, consents[language].sha256)),
    nothing: plain('nothing_heading', 'nothing_lead', BROKEN_LINK),
    sent: plain('sent_heading', 'sent_lead', TICK),
    over: plain('over_heading', 'over_lead', BROKEN_LINK),
    busy: plain('busy_page_heading', 'busy_page_lead', BROKEN_LINK),
    consents: Object.values(consents),
  }
}

function common({ name, logo, facts }: Institution, language: Language): Values {
  const institution = name[language]
  const words = Object.entries(texts).map(([word, text]) => [
    word,
    text[language].replaceAll('{institution}', () => institution),
  ])
  return {
    ...Object.fromEntries(words),
    language,
    other_lang: languages.find((other) => other !== language)!,
    assets: `${ASSETS_PATH}/${ASSETS_VERSION}`,
    institution,
    logo: logo?.path ?? '',
    facts: facts(language),
  } as Values
}

function byLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return { 'pt-BR': make('pt-BR'), 'en-US': make('en-US') }
}

/**
 * Minimal template engine. `{{name}}` is escaped, `{{{name}}}` is trusted HTML, and `{{#name}}…{{/name}}` is omitted
 * when the value is empty. A name without a value is a programming error, thrown when the process starts.
 */
function fill(template: string, values: Values): string {
  const valueOf = (name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the page has no text for ${name}`)
    return String(value)
  }
  return template
    .replace(/\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/g, (_, name: string, part: string) => (valueOf(name) ? part : ''))
    .replace(/\{\{\{(\w+)\}\}\}|\{\{(\w+)\}\}/g, (_, html?: string, name?: string) =>
      html === undefined ? escapeHtml(valueOf(name!)) : valueOf(html),
    )
}

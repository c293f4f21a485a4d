import { type Language, languages } from '../../base/language.ts'
import { VIDEO_BYTES_MAX } from '../onboarding/liveness/video.ts'
import { ASSETS_PATH, ASSETS_VERSION, readPageFile } from './assets.ts'
import { PART_BYTES } from './read-request.ts'
import { texts, type Word } from './texts.ts'

type Values = Record<string, string | number>

/** The page is the same for everybody who reads that language: what differs is what its address leads to. */
export const pages = rendered((language) =>
  fill(readPageFile('page.html').toString(), {
    ...common(language),
    part_bytes: PART_BYTES,
    bytes_max: VIDEO_BYTES_MAX,
  }),
)

/** The one answer to every address that opens nothing, whatever the reason. */
export const nothingPages = plainPages('nothing_heading', 'nothing_lead')
export const overPages = plainPages('over_heading', 'over_lead')
export const busyPages = plainPages('busy_page_heading', 'busy_page_lead')

function plainPages(heading: Word, lead: Word): Record<Language, string> {
  return rendered((language) =>
    fill(readPageFile('plain.html').toString(), {
      ...common(language),
      heading: texts[heading][language],
      lead: texts[lead][language],
    }),
  )
}

function common(language: Language): Values {
  const words = Object.entries(texts).map(([name, text]) => [name, text[language]])
  const other_lang = languages.find((other) => other !== language)!
  return { ...Object.fromEntries(words), language, other_lang, assets: `${ASSETS_PATH}/${ASSETS_VERSION}` } as Values
}

function rendered(render: (language: Language) => string): Record<Language, string> {
  return { 'pt-BR': render('pt-BR'), 'en-US': render('en-US') }
}

/** A name that has no value is a mistake of ours, found when the process starts. */
function fill(template: string, values: Values): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the page has no text for ${name}`)
    return String(value).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  })
}

import { Marked, type Tokens } from 'marked'
import type { Language } from '../platform/language.ts'

const sections: Record<Language, string> = { 'pt-BR': 'Português', 'en-US': 'English' }

export const escape = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** The anchor of a heading: its words in lower case, joined by hyphens. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** Returns the half of a bilingual page in this language, or the whole text of any other page. */
export function inLanguage(markdown: string, language: Language): string {
  const parts = markdown.split(/^## (Português|English)$/m)
  if (parts.length < 5) return markdown
  const [head = '', ...named] = parts
  return `${linesIn(head, language)}${named[named.indexOf(sections[language]) + 1]}`
}

/** The header of an error page has one line per language. */
function linesIn(head: string, language: Language): string {
  const line = new RegExp(`^- (${Object.values(sections).join('|')}): (.*)$`, 'gm')
  return head.replaceAll(line, (_, name: string, said: string) => (name === sections[language] ? said : ''))
}

export const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? ''

/** Blocks in these languages are responses, which readers do not type. */
const answers = new Set(['json', 'http', 'text'])

/**
 * Renders Markdown as HTML. Links between pages lose their extension and keep the language; links to unserved files
 * become text.
 */
export function renderMarkdown(markdown: string, language: Language): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${escape(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      // Content that is wider than a phone scrolls inside its block, also with the keyboard.
      code({ text, lang = '' }: Tokens.Code) {
        const [language = ''] = lang.split(' ')
        const kind = answers.has(language) ? ' class="answer"' : ` data-language="${escape(language)}"`
        return `<pre tabindex="0"${kind}><code>${escape(text)}</code></pre>\n`
      },
      // A static box, because a checkbox in a document cannot be used.
      checkbox: () => '☐ ',
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escape(text),
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const leads = addressOf(href, language)
        return leads ? `<a href="${escape(leads)}">${text}</a>` : text
      },
      image: ({ href, text }: Tokens.Image) =>
        `<img src="/docs/images/${escape(href.split('/').at(-1)!)}" alt="${escape(text)}">`,
    },
    hooks: {
      postprocess: (html) =>
        html.replaceAll('<table>', '<div class="wide" tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
    },
  })
  return marked.parse(markdown, { async: false })
}

/** A translation is in a subfolder of its page, and both are served at one address. */
function addressOf(href: string, language: Language): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  if (/^(\.\.\/)?(pt-BR\/)?README\.md$/.test(href)) return `/docs/?lang=${language}`
  const [, translation, sibling, part = ''] = /^(?:(pt-BR)\/|\.\.\/)([\w.-]+)\.md(#.*)?$/.exec(href) ?? []
  if (sibling) return `${sibling}?lang=${translation ?? 'en-US'}${part}`
  const [, path, anchor = ''] =
    /^(?:\.\.\/(?=\.\.\/[a-z]+\/))?((?:\.\.\/)?(?:[a-z]+\/)?[\w.-]+)\.md(#.*)?$/.exec(href) ?? []
  return path && `${path}?lang=${language}${anchor}`
}

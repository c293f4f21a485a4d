import { Marked, type Tokens } from 'marked'
import type { Language } from '../base/language.ts'

const sections: Record<Language, string> = { 'pt-BR': 'Português', 'en-US': 'English' }

export const escape = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** What a heading is called in an address: its words in small letters, joined by hyphens. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** A page that is written in both languages, one below the other, in one of them; any other as it is. */
export function inLanguage(markdown: string, language: Language): string {
  const parts = markdown.split(/^## (Português|English)$/m)
  if (parts.length < 5) return markdown
  const [head = '', ...named] = parts
  return `${linesIn(head, language)}${named[named.indexOf(sections[language]) + 1]}`
}

/** The head of an error's page has a line for each language. */
function linesIn(head: string, language: Language): string {
  const line = new RegExp(`^- (${Object.values(sections).join('|')}): (.*)$`, 'gm')
  return head.replaceAll(line, (_, name: string, said: string) => (name === sections[language] ? said : ''))
}

export const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? ''

/** What stands in such a block was received, and is not to be typed. */
const answers = new Set(['json', 'http', 'text'])

/** Markdown as HTML. Links between pages lose their ending and keep the language; what is not served is no link. */
export function renderMarkdown(markdown: string, language: Language): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${escape(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      // What is wider than a phone is moved by itself, by keyboard too.
      code({ text, lang = '' }: Tokens.Code) {
        const [language = ''] = lang.split(' ')
        const kind = answers.has(language) ? ' class="answer"' : ` data-language="${escape(language)}"`
        return `<pre tabindex="0"${kind}><code>${escape(text)}</code></pre>\n`
      },
      // A box that nobody can tick: it is printed, or read.
      checkbox: () => '☐ ',
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escape(text),
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const leads = addressOf(href, language)
        return leads ? `<a href="${escape(leads)}">${text}</a>` : text
      },
      image: ({ href, text }: Tokens.Image) =>
        `<img src="/docs/pictures/${escape(href.split('/').at(-1)!)}" alt="${escape(text)}">`,
    },
    hooks: {
      postprocess: (html) =>
        html.replaceAll('<table>', '<div class="wide" tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
    },
  })
  return marked.parse(markdown, { async: false })
}

/** A translation stands in a folder below the page it is of, and both are served at one address. */
function addressOf(href: string, language: Language): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  if (/^(\.\.\/)?(pt-BR\/)?README\.md$/.test(href)) return `/docs/?lang=${language}`
  const [, translation, sibling, part = ''] = /^(?:(pt-BR)\/|\.\.\/)([\w.-]+)\.md(#.*)?$/.exec(href) ?? []
  if (sibling) return `${sibling}?lang=${translation ?? 'en-US'}${part}`
  const [, path, anchor = ''] =
    /^(?:\.\.\/(?=\.\.\/[a-z]+\/))?((?:\.\.\/)?(?:[a-z]+\/)?[\w.-]+)\.md(#.*)?$/.exec(href) ?? []
  return path && `${path}?lang=${language}${anchor}`
}

import type { Language } from '../platform/language.ts'
import type { DocLink, GuideGroup } from './doc-collections.ts'
import { escape } from './render-markdown.ts'
import { words } from './words.ts'

export interface Around {
  language: Language
  /** Addresses of the style and the script. */
  assets: { css: string; js: string }
  guides: GuideGroup[]
  /** This page's address, if it is in the menu. */
  here?: string
}

const say = (word: keyof typeof words, language: Language) => escape(words[word][language])

const anchor = ({ href, title }: DocLink, language: Language, isHere: boolean) =>
  `<a href="${href}?lang=${language}"${isHere ? ' aria-current="page"' : ''}>${escape(title)}</a>`

const list = (links: DocLink[], language: Language, here?: string) =>
  `<ul>${links.map((link) => `<li>${anchor(link, language, link.href === here)}</li>`).join('')}</ul>`

/** "Guides" and "For integrators" become "Guides for integrators", in either language. */
const nameOf = ({ title }: GuideGroup, language: Language) =>
  `${say('guides', language)} ${escape(title.charAt(0).toLowerCase() + title.slice(1))}`

/** Renders a page with its menu. It may run only the gateway's own script files. */
export function page(title: string, body: string, { language, assets, guides, here }: Around): string {
  const other: Language = language === 'en-US' ? 'pt-BR' : 'en-US'
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · Eclusa</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.css}">
<script src="${assets.js}" defer></script>
</head>
<body data-copy="${say('copy', language)}" data-copied="${say('copied', language)}">
<a class="skip" href="#text">${say('skip', language)}</a>
<header>
<a class="name" href="/docs/?lang=${language}">Eclusa</a>
<form role="search" action="/docs/"><input type="hidden" name="lang" value="${language}"><input type="search" name="q" aria-label="${say('search', language)}" placeholder="${say('search', language)}"></form>
<a href="?lang=${other}" lang="${other}" hreflang="${other}">${say('other', language)}</a>
</header>
<nav aria-label="${say('menu', language)}">
<details open>
<summary>${say('menu', language)}</summary>
<ul>
<li><a href="/docs/reference/?lang=${language}">${say('reference', language)}</a></li>
<li><a href="/docs/?lang=${language}#errors">${say('errors', language)}</a></li>
<li><a href="/docs/?lang=${language}#events">${say('events', language)}</a></li>
<li><a href="/docs/reference/settings?lang=${language}">${say('settings', language)}</a></li>
</ul>
${guides.map((part) => `<h2>${nameOf(part, language)}</h2>\n${list(part.links, language, here)}`).join('\n')}
</details>
</nav>
<main id="text" tabindex="-1">
${body}
</main>
</body>
</html>
`
}

/** The landing page, with links to all other pages. */
export function landing(around: Around, errors: DocLink[], events: DocLink[]): string {
  const { language, guides } = around
  const section = (id: string, title: string, links: DocLink[]) =>
    `<section data-shelf><h2 id="${id}">${title}</h2>${list(links, language)}</section>`
  const shelf = (name: 'errors' | 'events', links: DocLink[]) => section(name, say(name, language), links)
  const body = `<h1>${say('title', language)}</h1>
<p>${say('lead', language)}</p>
<p class="doors"><a href="/docs/reference/?lang=${language}">${say('reference', language)}</a>
<a href="/docs/reference/operations?lang=${language}">${say('operations', language)}</a>
<a href="/openapi.json?lang=${language}">${say('contract', language)}</a></p>
<p id="nothing" role="status" hidden>${say('nothing', language)}</p>
${guides.map((part, at) => section(`guides-${at + 1}`, nameOf(part, language), part.links)).join('')}${shelf('errors', errors)}${shelf('events', events)}`
  return page(words.title[language], body, around)
}

/** A document page, with a link to its source. */
export function leaf(title: string, html: string, source: string, around: Around): string {
  return page(title, `${html}<p class="source"><a href="${source}">${say('source', around.language)}</a></p>`, around)
}

const languages = ['pt-BR', 'en-US'] as const
const themes = ['light', 'dark'] as const
const widths = [1280, 768, 390] as const

/** How somebody looks at a page: in which language, in which light, on how wide a screen. */
export interface Look {
  language: (typeof languages)[number]
  theme: (typeof themes)[number]
  width: (typeof widths)[number]
}

/** All twelve. Those that a page can be seen in without being loaded anew stand together. */
export const everyLook: Look[] = languages.flatMap((language) =>
  widths.flatMap((width) => themes.map((theme) => ({ language, theme, width }))),
)

const heights: Record<Look['width'], number> = { 1280: 800, 768: 1024, 390: 844 }
export const sizeOf = ({ width }: Look) => ({ width, height: heights[width] })

export const nameOf = ({ language, theme, width }: Look) => `${language}-${theme}-${width}`

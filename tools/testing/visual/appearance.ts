const languages = ['pt-BR', 'en-US'] as const
const themes = ['light', 'dark'] as const
const widths = [1280, 768, 390] as const

/** A variant of a page: language, theme and width. */
export interface Appearance {
  language: (typeof languages)[number]
  theme: (typeof themes)[number]
  width: (typeof widths)[number]
}

/** All twelve. Those that need no reload are adjacent. */
export const everyLook: Appearance[] = languages.flatMap((language) =>
  widths.flatMap((width) => themes.map((theme) => ({ language, theme, width }))),
)

const heights: Record<Appearance['width'], number> = { 1280: 800, 768: 1024, 390: 844 }
export const sizeOf = ({ width }: Appearance) => ({ width, height: heights[width] })

export const nameOf = ({ language, theme, width }: Appearance) => `${language}-${theme}-${width}`

const languages = ['pt-BR', 'en-US'] as const
const themes = ['light', 'dark'] as const
const widths = [1280, 768, 390] as const

/** A variant of a page: language, theme and width. */
export interface Look {
  language: (typeof languages)[number]
  theme: (typeof themes)[number]
  width: (typeof widths)[number]
}

/** All twelve. Those that need no reload are adjacent. */
export const everyLook: Look[] = languages.flatMap((language) =>
  widths.flatMap((width) => themes.map((theme) => ({ language, theme, width }))),
)

const heights: Record<Look['width'], number> = { 1280: 800, 768: 1024, 390: 844 }
export const sizeOf = ({ width }: Look) => ({ width, height: heights[width] })

export const nameOf = ({ language, theme, width }: Look) => `${language}-${theme}-${width}`

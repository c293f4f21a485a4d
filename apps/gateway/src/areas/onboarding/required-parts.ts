interface OnboardingPart {
  product_id: string | null
  onboarding_id: string
  legal_representative_id: string | null
}

/** The owner of a file that was sent to this place: the representative, or the account holder of the onboarding. */
export const sentFor = ({ product_id, onboarding_id, legal_representative_id }: OnboardingPart) => ({
  product_id,
  person_id: legal_representative_id ?? onboarding_id,
})

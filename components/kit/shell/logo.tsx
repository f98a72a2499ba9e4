/** The mark: a beacon on a vehicle, two waves and a point. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
    <rect width="32" height="32" rx="8" fill="#4f46e5" />
    <circle cx="11" cy="21" r="3.4" fill="#fff" />
    <path
      d="M11 13.5a7.5 7.5 0 0 1 7.5 7.5M11 7.5A13.5 13.5 0 0 1 24.500 21"
      fill="none"
      stroke="#fff"
      strokeWidth="3"
      strokeLinecap="round"
    />
  </svg>
);

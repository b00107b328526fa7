import BrandPickerSection from './brand-picker.tsx'
import { BrandPicker, Quality, ScentFamilies, ScentStory } from './deferred-sections.tsx'
import QualitySection from './quality.tsx'
import ScentFamiliesSection from './scent-families-section.tsx'
import ScentStorySection from './scent-story.tsx'

BrandPicker.provide(BrandPickerSection)
ScentFamilies.provide(ScentFamiliesSection)
Quality.provide(QualitySection)
ScentStory.provide(ScentStorySection)

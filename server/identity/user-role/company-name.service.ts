import { companyCategories, companyCategoryTranslations, companyRoles, companyRoleTranslations } from "@/db/schema";
import { inReadersLanguage, orOwn } from "@/server/kit/language/readers-texts";

// What categories and roles of companies are called in the reader's language, for queries that join their texts to the left.

export const categoryWords = inReadersLanguage(companyCategoryTranslations, companyCategories.id);
export const categoryName = orOwn(companyCategoryTranslations.label, companyCategories.label);

export const roleWords = inReadersLanguage(companyRoleTranslations, companyRoles.id);
export const roleName = orOwn(companyRoleTranslations.title, companyRoles.title);

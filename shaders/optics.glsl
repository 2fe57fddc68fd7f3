// Reflectance at a surface: the Fresnel equations for unpolarised light between two dielectrics (exact, not
// Schlick's approximation), and for a metal.
float fresnel(float cos_in, float index) {
    // `index` is that of the far side over that of the near side.
    float c = clamp(cos_in, 0.0, 1.0);
    float g2 = index * index - 1.0 + c * c;
    if (g2 <= 0.0) return 1.0;  // total reflection
    float g = sqrt(g2);
    float a = (g - c) / (g + c);
    float b = (c * (g + c) - 1.0) / (c * (g - c) + 1.0);
    return 0.5 * a * a * (1.0 + b * b);
}

// Schlick's approximation for a metal: its own colour at normal incidence, white at grazing incidence.
vec3 metal_fresnel(float cos_in, vec3 straight_on) {
    float m = 1.0 - clamp(cos_in, 0.0, 1.0);
    float m2 = m * m;
    return straight_on + (1.0 - straight_on) * m2 * m2 * m;
}

// Microfacet distribution of the sea [cox1954] (Beckmann's): normally distributed slopes of variance `s2` per
// axis.
float facets(float cos_half, float s2) {
    float c2 = max(cos_half * cos_half, 1e-4);  // steeper facets are not there
    float tan2 = (1.0 - c2) / c2;
    return exp(-tan2 / (2.0 * s2)) / (2.0 * kPi * s2 * c2 * c2);
}
